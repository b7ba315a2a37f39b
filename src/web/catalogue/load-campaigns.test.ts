import { expect, test } from 'vitest'
import type { ApiAnswer, PageContext } from '../../contract/page-context.ts'
import { loadCampaigns } from './load-campaigns.ts'

const page = (send: () => Promise<ApiAnswer>) =>
  ({ send, locale: 'de', tenant: { address: 'du' } }) as unknown as PageContext

test('a page does without its campaigns, whatever they fail of', async () => {
  const answers: (() => Promise<ApiAnswer>)[] = [
    () => Promise.resolve({ status: 404, body: null }),
    () => Promise.resolve({ status: 503, body: { ErrorCode: 'PSOF0002', Message: 'später' } }),
    () => Promise.reject(new TypeError('no network')),
  ]
  for (const answer of answers) expect(await loadCampaigns(page(answer))).toEqual([])
})
