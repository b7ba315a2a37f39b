/**
 * HTML of content as the server cleaned it (server/gateways/content/sanitise.ts); nothing else may be given to it. Its looks come from
 * the class, as `prose-text`.
 */
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
