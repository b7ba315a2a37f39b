import { test } from 'vitest'
import { startTestServer } from '../../../test/helpers/server.ts'
import { makeBench } from './reward.test-helper.ts'
test('measure', { timeout: 600_000 }, async () => {
  const server = await startTestServer()
  const bench = await makeBench(server, 'standard')
  const key = await bench.token('api-key', 'x')
  const referral = await bench.makeReferral()
  const lines: any[] = []
  for (let i = 0; i < 1000; i++) {
    const r = await bench.makeRecipient(referral)
    lines.push({ ExterneAuftragsnummer: 'Z' + i, Empfaengernummer: r.number, ProduktExterneId: bench.line(referral).productExternalId, Vertragsdatum: '2026-11-01', Status: 'abgeschlossen' })
  }
  for (const n of [1, 2]) {
    const t = performance.now()
    const a = await server.call('POST', '/standard/auftraege', { token: key, body: lines })
    console.log(n, a.status, a.body.Neu, a.body.Fehler, Math.round(performance.now() - t), 'ms')
  }
  await server.stop()
})
