import { createServer } from 'vite'
import type { WebBundle } from '../../contract/page-context.ts'
import { findFreePort } from '../db/embedded/run-postmaster.ts'
import type { Web } from './register-pages.ts'

/**
 * Development only (`npm run dev`): pages from sources through vite, so that hydration mismatches show. Its websocket has its
 * own port, named in the CSP.
 */
export async function startDevPages(): Promise<{
  web: Omit<Web, 'clientFolder'>
  close: () => Promise<void>
}> {
  const port = await findFreePort()
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { host: 'localhost', port } },
    appType: 'custom',
  })
  return {
    web: {
      bundle: async () => (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as WebBundle,
      headTags: async (url, nonce) =>
        (await vite.transformIndexHtml(url, '')).replaceAll('<script', `<script nonce="${nonce}"`),
      middleware: vite.middlewares,
      connectsTo: `ws://localhost:${port}`,
    },
    close: () => vite.close(),
  }
}
