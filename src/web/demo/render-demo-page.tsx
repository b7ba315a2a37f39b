import { clientAssets } from 'virtual:client-assets'
import type { WebBundle } from '../../contract/page-context.ts'
import { renderDocument } from './demo-document.tsx'

/** A page of demo mode as a complete HTML document; see WebBundle in contract/page-context.ts. */
export const renderDemoPage: WebBundle['renderDemoPage'] = (page, nonce) =>
  renderDocument(page, nonce, stylesOf)

/** The stylesheets of a look, which bring its fonts; none in development, where system fonts do. */
function stylesOf(look: string): string[] {
  return clientAssets?.[`src/web/ui/looks/${look}.css`]?.styles ?? []
}
