import { StartError } from './start-error.ts'

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full: make room, then start again',
  EDQUOT: 'the disk quota is used up: make room, then start again',
  EACCES: 'this user may not write there: give it the rights, or set DATA_DIR to another place',
  EPERM: 'this user may not write there: give it the rights, or set DATA_DIR to another place',
  EROFS: 'the file system is read-only: set DATA_DIR to a place that can be written',
  ENOTDIR: 'a part of the path is a file: set DATA_DIR to another place',
  EEXIST: 'a part of the path is a file: set DATA_DIR to another place',
  ENAMETOOLONG: 'the path is too long: set DATA_DIR to a shorter one',
}

/** A file-system error below `dataDir` as one sentence; other errors unchanged. */
export function describeDiskError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof StartError) return error
  const reason = reasons[String(error.code)]
  return reason ? new StartError(`DATA_DIR ${dataDir} cannot be used, because ${reason}.`) : error
}
