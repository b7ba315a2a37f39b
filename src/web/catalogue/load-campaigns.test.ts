import { afterEach, expect, test, vi } from 'vitest'
import type { ApiAnswer, PageContext } from '../../contract/page-context.ts'
import { loadCampaigns } from './load-campaigns.ts'

afterEach(() => vi.restoreAllMocks())

const page = (send: () => Promise<ApiAnswer>) =>
  ({ send, locale: 'de', tenant: { address: 'du' } }) as unknown as PageContext

test('a page does without its campaigns, and says so in the log alone', async () => {
  const said = vi.spyOn(console, 'warn').mockReturnValue()
  const answers: (() => Promise<ApiAnswer>)[] = [
    () => Promise.resolve({ status: 404, body: null }),
    () => Promise.resolve({ status: 503, body: { ErrorCode: 'PSOF0002', Message: 'später' } }),
    () => Promise.reject(new TypeError('no network')),
  ]
  for (const answer of answers) expect(await loadCampaigns(page(answer))).toEqual([])
  expect(said.mock.calls.map(([text]) => String(text))).toEqual([
    'campaigns are missing: 404 ',
    'campaigns are missing: 503 PSOF0002',
    'campaigns are missing: TypeError: no network',
  ])
})
