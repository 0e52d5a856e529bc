import { HttpError } from '@berth/api-kit/http-error.ts';

/** An error that says the sentence that goes with its status, and what is wrong this time behind it. All others say the latter alone. */
export class RemarkedError extends HttpError {
  readonly remark: string;

  constructor(status: number, remark: string) {
    super(status, '');
    this.remark = remark;
  }
}

export const forbidden = (detail: string) => new HttpError(403, detail);
