/** How the value of a condition on hosts is written, for those specs that take one. The API checks none of it. */
export const operatorExpression =
  'A value to be equal to, or an operator and its operands with a blank between them. `=` (at least, as ' +
  '`>=`), `==`, `!=`, `>=` and `<=` compare numbers; `s==`, `s!=`, `s>`, `s>=`, `s<` and `s<=` compare ' +
  'texts; `<in>` asks for a part of the text, `<all-in>` for all the words that follow, and `<or>` ' +
  'before each of several values for one of them. For example `>= 5`, `s== 2.1.0`, `<in> gcc`, `<or> fpu ' +
  '<or> gpu`.';
