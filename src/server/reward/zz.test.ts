import { test } from 'vitest'
import { startTestServer } from '../../../test/helpers/server.ts'
import { makeBench } from './reward.test-helper.ts'
test('measure', { timeout: 300_000 }, async () => {
  const server = await startTestServer()
  const bench = await makeBench(server, 'standard')
  const key = await bench.token('api-key', 'x')
  const referral = await bench.makeReferral()
  const t0 = performance.now()
  const lines = await Promise.all(Array.from({ length: 1000 }, async (_, i) => {
    const r = await bench.makeRecipient(referral)
    return { ExterneAuftragsnummer: 'Z' + i, Empfaengernummer: r.number, ProduktExterneId: bench.line(referral).productExternalId, Vertragsdatum: '2026-11-01', Status: 'abgeschlossen' }
  }))
  console.log('setup', Math.round(performance.now() - t0), 'ms')
  for (const n of [1, 2]) {
    const t = performance.now()
    const a = await server.call('POST', '/standard/auftraege', { token: key, body: lines })
    console.log(n, a.status, a.body.Neu, a.body.Fehler, Math.round(performance.now() - t), 'ms')
  }
  await server.stop()
})
