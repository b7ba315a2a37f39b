/**
 * Text as it may be written to a terminal: control characters (C0, C1) and what turns or breaks lines (bidi marks, line separators)
 * stand as \u001b, so that names, bank files and mails cannot rewrite what is on it. Line breaks stay, as the text's own. In JSON
 * these are escapes of the same value.
 */
export const printable = (text: string) =>
  text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A value out of a file or from somebody, which is one line whatever stands in it. */
export const oneLine = (text: string) => printable(text).replaceAll('\n', '\\u000a')
