import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { shape } from './shape.ts'

export const showPage = endpoint({
  name: 'showPage',
  method: 'GET',
  path: '/content/page/:name',
  summary: 'A text page of the tenant in the language asked for',
  caller: 'anyone',
  params: shape({ name: ['name', z.enum(['imprint', 'privacy', 'terms', 'accessibility'])] }),
  answer: shape({
    name: ['Name', z.string()],
    version: ['Version', z.string()],
    text: ['Text', z.string()], // plain markup ("## " headings, "- " lists, blank lines between paragraphs) or, with a tag in front, safe HTML
  }),
  errors: ['not-found', 'content-unreachable'],
})

export const listFaq = endpoint({
  name: 'listFaq',
  method: 'GET',
  path: '/content/faq',
  summary: 'Questions and answers of the tenant in the language asked for, in their order',
  caller: 'anyone',
  answer: z.array(
    shape({
      id: ['Id', z.string()], // also the anchor on the page
      group: ['Gruppe', z.string()],
      question: ['Titel', z.string()],
      answer: ['Content', z.string()], // as the texts of pages
    }),
  ),
  errors: ['content-unreachable'],
})
