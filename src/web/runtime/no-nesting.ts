/**
 * i18next expands `$t(key)` recursively, so a few own texts that refer to each other could take endless time. The prefix is therefore a
 * character that no text may contain.
 */
export const noNesting = { nestingPrefix: '\0' }
