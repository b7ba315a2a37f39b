import { removeDataDir, startApp } from '../../scripts/start-app.ts'
import { demoDataName } from '../helpers/app.ts'
import { makeRunFolder } from '../helpers/run-folder.ts'

/** Sets the demo up once for all journeys: each file's app starts with a copy (helpers/app.ts). */
export default async function setUpDemo(): Promise<() => void> {
  const dataDir = makeRunFolder('zuspruch-demo-')
  try {
    const app = await startApp({ dataDir })
    await app.stop()
  } catch (error) {
    removeDataDir(dataDir)
    throw error
  }
  process.env[demoDataName] = dataDir
  return () => removeDataDir(dataDir)
}
