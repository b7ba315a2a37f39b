const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * Escapes text for an XML element or attribute. Bank files are written as plain strings with this
 * one function, not through a document object: a payout file must be byte-identical whenever it is
 * fetched again, also after an XML library changed its indentation, its quotes or its declaration.
 */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
