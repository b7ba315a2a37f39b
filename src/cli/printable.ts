/**
 * Safe text for a terminal: control characters (C0, C1), bidi marks and line separators are escaped as \u001b, so that names,
 * bank files and mails cannot rewrite the screen. Line breaks stay. Valid JSON escapes.
 */
export const printable = (text: string) =>
  text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** An untrusted value on one line. */
export const oneLine = (text: string) => printable(text).replaceAll('\n', '\\u000a')
