// Banks take names in Latin letters alone, and compare the name with the account's. What has letters of another script is asked for
// anew when it is typed: a spelling that we made up may fit no account.
export function isLatinName(text: string): boolean {
  const letters = text.normalize('NFC').match(/\p{L}/gu) ?? []
  // Modifier letters such as the apostrophe in Oʻtkir belong to no script.
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    letters.every((letter) => /[\p{Script=Latin}\p{Script=Common}]/u.test(letter))
  )
}
