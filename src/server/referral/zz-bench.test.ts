import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { startTestServer } from '../../../test/helpers/server.ts'
test('bench', async () => {
  const server = await startTestServer()
  const one = (i: number) => server.call('POST', '/standard/empfehlen/create', { ip: `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`, body: {
    Empfehlung: { ProductId: '101', Anteil: 50 }, Empfehler: { Vorname: 'A', Nachname: 'B', Email: `b${i}@post.example`, Agb: true } } })
  let i = 0
  for (; i < 200;) await one(i++)
  let start = performance.now()
  for (let k = 0; k < 300; k++) await one(i++)
  console.log('sequential ms each', (performance.now() - start) / 300)
  const session = new Session(); session.connect(); await session.post('Profiler.enable'); await session.post('Profiler.start')
  start = performance.now(); const cpu = process.cpuUsage()
  const end = i + 3000
  await Promise.all(Array.from({ length: 50 }, async () => { while (i < end) { const a = await one(i++); if (a.status !== 201) throw new Error(JSON.stringify(a.body)) } }))
  const { profile } = await session.post('Profiler.stop'); writeFileSync('/tmp/slices/p.cpuprofile', JSON.stringify(profile))
  const used = process.cpuUsage(cpu); console.log('node cpu ms each', (used.user + used.system) / 3e6)
  console.log('per second', 3000 / ((performance.now() - start) / 1000))
  await server.stop()
}, 120000)
