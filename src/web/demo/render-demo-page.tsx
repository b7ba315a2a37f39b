import { clientAssets } from 'virtual:client-assets'
import type { WebBundle } from '../../contract/page-context.ts'
import { renderDocument } from './demo-document.tsx'

/** A demo page as a complete HTML document; see WebBundle in contract/page-context.ts. */
export const renderDemoPage: WebBundle['renderDemoPage'] = (page, nonce) =>
  renderDocument(page, nonce, fontsOf)

/** The fonts of a look without its shapes; none in development. */
function fontsOf(look: string): string {
  const { css = '' } = clientAssets?.[`src/web/ui/looks/${look}.css`] ?? {}
  return (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).join('\n')
}
