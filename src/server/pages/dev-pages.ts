import { createServer } from 'vite'
import type { WebBundle } from '../../contract/page-context.ts'
import type { Web } from './register-pages.ts'

/**
 * Development only (`npm run dev`): pages straight from their sources through vite, so that hydration mismatches show. No
 * socket for hot updates: the content security policy stays the one of the built app, and that would refuse it.
 */
export async function startDevPages(): Promise<{
  web: Omit<Web, 'clientFolder'>
  close: () => Promise<void>
}> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  })
  return {
    web: {
      bundle: async () => (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as WebBundle,
      headTags: async (url, nonce) =>
        (await vite.transformIndexHtml(url, '')).replaceAll('<script', `<script nonce="${nonce}"`),
      middleware: vite.middlewares,
    },
    close: () => vite.close(),
  }
}
