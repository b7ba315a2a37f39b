import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import type { WebBundle } from '../../contract/page-context.ts'
import { StartError } from '../env/start-error.ts'

export const clientFolder = resolve(import.meta.dirname, '../../../dist/client')
const bundleFile = resolve(import.meta.dirname, '../../../dist/ssr/entry-server.js')

/** Loads the built web bundle; the server never imports page sources. */
export async function loadWeb(): Promise<WebBundle> {
  if (!existsSync(bundleFile)) {
    throw new StartError(
      'The web app is not built yet: run "npm run build" once, or start with "npm start", which builds it.',
    )
  }
  return (await import(pathToFileURL(bundleFile).href)) as WebBundle
}
