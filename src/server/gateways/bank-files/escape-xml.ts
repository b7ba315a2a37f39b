const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// Not allowed in XML 1.0, even escaped: control characters, surrogates, and two non-characters.
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Escapes text for XML; drops impossible characters. Bank files are plain strings built with this function only: a payout file
 * must stay byte-identical, whatever an XML library changes in formatting.
 */
export function escapeXml(text: string): string {
  return text
    .replace(impossible, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
