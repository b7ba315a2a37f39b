import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { shape } from './shape.ts'

export const showPage = endpoint({
  name: 'showPage',
  method: 'GET',
  path: '/content/page/:name',
  summary: 'A text page of the tenant in the language asked for',
  caller: 'anyone',
  params: shape({ name: ['name', z.enum(['imprint', 'privacy', 'terms'])] }),
  answer: shape({
    name: ['Name', z.string()],
    version: ['Version', z.string()],
    text: ['Text', z.string()], // "## " headings, "- " lists, blank lines between paragraphs
  }),
  errors: ['not-found'],
})
