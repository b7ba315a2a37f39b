import { gatedAction, gatedLoader } from './page-gate.ts'
import { customerPages } from './pages.ts'
import { addPages } from './runtime/page-table.ts'
import { makeRoutes } from './runtime/router.ts'

export { addStyles } from './runtime/add-styles.ts'

addPages(
  customerPages,
  import.meta.glob(
    '/src/web/{account,catalogue,consent,content,newsletter,referral,reward}/*-page.tsx',
  ),
)

export const routesFor = makeRoutes({ gatedLoader, gatedAction })
