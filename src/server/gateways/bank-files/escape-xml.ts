const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// What XML 1.0 cannot hold, not even escaped: control characters, halves of pairs, and two that are no characters.
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Escapes text for an XML element or attribute; what no XML can hold is left out. Bank files are written as plain strings with this
 * one function, not through a document object: a payout file must be byte-identical whenever it is
 * fetched again, also after an XML library changed its indentation, its quotes or its declaration.
 */
export function escapeXml(text: string): string {
  return text
    .replace(impossible, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
