import { removeDataDir, startApp } from '../../scripts/start-app.ts'
import { copyDemoData, demoDataNames } from '../helpers/app.ts'
import { makeRunFolder } from '../helpers/run-folder.ts'
import { demoOf } from './journey-steps.ts'

/** Sets the demo up once for all journeys, the long run also with bgv's year: each file's app starts with a copy (helpers/app.ts). */
export default async function setUpDemo(): Promise<() => void> {
  const made: string[] = []
  const clear = () => made.forEach(removeDataDir)
  const setUp = async (name: string, dataDir: string, act: (origin: string) => unknown) => {
    made.push(dataDir)
    const app = await startApp({ dataDir })
    try {
      await act(app.origin)
    } finally {
      await app.stop()
    }
    process.env[name] = dataDir
  }
  try {
    await setUp(demoDataNames.fresh, makeRunFolder('zuspruch-demo-'), () => {})
    if (process.env['ZUSPRUCH_LONG'] === '1')
      await setUp(demoDataNames.year, copyDemoData(), (origin) => demoOf(origin).history('bgv'))
  } catch (error) {
    clear()
    throw error
  }
  return clear
}
