import type { i18n as I18n } from 'i18next'
import type { StaticHandlerContext } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageView } from './page-context.tsx'

export type DocumentInput = {
  context: PageContext
  view: PageView // in whose words the title is
  i18n: I18n
  result: StaticHandlerContext
  content: string // HTML of the page
  state: string | undefined // that it is in, for its title
  nonce: string | null // of development: a built page has the same bytes for everybody
  deskScript: string // what desk pages run before their own scripts load
  assets: { scripts: string[]; styles: string[]; headTags?: string }
}
