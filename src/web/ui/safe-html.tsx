/** HTML sanitised by the server (server/gateways/content/sanitise.ts); never pass anything else. Style it by class, e.g. `prose-text`. */
export function SafeHtml({
  html,
  as: Tag = 'div',
  className,
}: {
  html: string
  as?: 'div' | 'span'
  className?: string
}) {
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
