import type { StaticHandlerContext } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageView } from './page-context.tsx'
import type { TextStore } from './texts.ts'

export type DocumentInput = {
  context: PageContext
  view: PageView // in whose words the title is
  store: TextStore
  result: StaticHandlerContext
  content: string // HTML of the page
  state: string | undefined // that it is in, for its title
  nonce: string | null // of development: a built page has the same bytes for everybody
  deskScript: string // what desk pages run before their own scripts load
  assets: { scripts: string[]; styles: string[]; headTags?: string }
}
