import { runBankUpload } from '../../src/server/operator/run-bank-upload.ts'
import type { TestServer } from './server.ts'

/**
 * Uploads a file of the bank and waits until its job has run. `body`: what came of it, or the refusal that whoever uploads sees, then with
 * status 400.
 */
export async function uploadBankFile(
  server: TestServer,
  token: string,
  file: string | Uint8Array,
  tenant = 'standard',
) {
  const at = `/${tenant}/betrieb/bankdateien`
  const Datei = Buffer.from(file).toString('base64')
  const made = await server.call('POST', at, { token, body: { Datei } })
  if (made.status !== 200) return made
  const id = made.body.Id as string
  await runBankUpload(server.deps, tenant, id, new AbortController().signal)
  const shown = await server.call('GET', `${at}/${id}`, { token })
  const { Stand, Fehler, Ergebnis } = shown.body
  if (Stand === 'done') return { ...shown, body: Ergebnis }
  if (Stand === 'refused')
    return { ...shown, status: 400, body: { Fields: [{ Field: 'Datei', Message: Fehler }] } }
  throw new Error(`The file is ${Stand}`)
}
