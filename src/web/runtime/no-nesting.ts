/**
 * Own texts of tenants stand in the same stores as ours. i18next would fill `$t(key)` in with other texts, and these again: a few
 * that name one another cost time without end. So nothing begins such a name but a character that no text may have.
 */
export const noNesting = { nestingPrefix: '\0' }
