/** A name for those who may not see people. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((part) => (part ? [`${[...part][0]}.`] : []))
    .join(' ')
