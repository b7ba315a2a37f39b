import { listFaq as endpoint } from '../../contract/content.ts'
import { serve } from '../serve.ts'
import { contentOf } from './content-source.ts'

export const listFaq = serve(endpoint, async ({ tenant, locale }) => contentOf(tenant).faq(locale))
