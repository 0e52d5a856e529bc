export type Colour = 'green' | 'yellow' | 'red' | 'grey' | 'bold';

/** Puts a text into a colour. */
export type Paint = (colour: Colour, text: string) => string;

const codes: Readonly<Record<Colour, string>> = {
  green: '32',
  yellow: '33',
  red: '31',
  grey: '90',
  bold: '1',
};

/** Where nobody could see them, there are none. */
export function paint(isColourful: boolean): Paint {
  return (colour, text) => (isColourful && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}
