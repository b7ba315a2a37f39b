/**
 * Banks accept Latin letters only and compare names with the account's, so other scripts are asked for anew: our transliteration
 * may match no account.
 */
export function isLatinName(text: string): boolean {
  const letters = text.normalize('NFC').match(/\p{L}/gu) ?? []
  // Modifier letters such as the apostrophe in Oʻtkir have no script.
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    letters.every((letter) => /[\p{Script=Latin}\p{Script=Common}]/u.test(letter))
  )
}
