/** Closes a part of the process. @param code 0: it was told to stop; else something is broken */
export type Closer = (code: number) => Promise<unknown>
