const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** All http(s) hrefs of an HTML mail, in order, as a browser parses them. */
export function readLinks(html: string): string[] {
  const hrefs = html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)
  return [...hrefs]
    .map(([, double, single, bare]) => decode(double ?? single ?? bare ?? '').trim())
    .filter((href) => /^https?:\/\//i.test(href))
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number(decimal))
    return entities[String(name).toLowerCase()] ?? whole
  })
}
