import { createServer } from 'vite'
import type { WebBundle } from '../../contract/page-context.ts'
import type { Web } from './register-pages.ts'

/**
 * Development only (`npm run dev`): pages straight from their sources through vite, so that hydration mismatches show.
 * Scripts come from vite's own port; the built app never does that.
 */
export async function startDevPages(): Promise<{
  web: Omit<Web, 'clientFolder'>
  close: () => Promise<void>
}> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    web: {
      bundle: async () => (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as WebBundle,
      headTags: (url) => vite.transformIndexHtml(url, ''),
      middleware: vite.middlewares,
    },
    close: () => vite.close(),
  }
}
