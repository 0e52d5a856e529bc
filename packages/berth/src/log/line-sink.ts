/** Where the lines of a log go in the end: a pipe, a file, another thread. */
export interface LineSink {
  /**
   * Takes the first of these bytes, as many as it can without waiting, and tells how many; 0 when there is no room just now.
   * Nothing else is written before it has told.
   */
  write(bytes: Buffer, tell: (error: Error | null, taken: number) => void): void;
  /** The same at once, for the end of a process. Throws where the other tells of an error. */
  writeSync(bytes: Buffer): number;
}
