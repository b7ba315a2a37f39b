import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { locale, text } from './fields.ts'
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
    text: ['Text', z.string()], // plain markup ("## " headings, "- " lists, blank lines, "[de: words]") or, beginning with a tag, safe HTML
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
      id: ['Id', z.string()], // also the page's anchor
      group: ['Gruppe', z.string()],
      question: ['Titel', z.string()],
      answer: ['Content', z.string()], // as page texts
    }),
  ),
  errors: ['content-unreachable'],
})

export const listLanguages = endpoint({
  name: 'listLanguages',
  method: 'GET',
  path: '/content/getlanguages',
  summary: 'The languages of the tenant, its default first',
  caller: 'anyone',
  answer: shape({
    defaultLanguage: ['DefaultLanguage', locale],
    languages: ['Languages', z.array(shape({ code: ['Code', locale], name: ['Name', text] }))],
  }),
  errors: [],
})

export const showLanguageContent = endpoint({
  name: 'showLanguageContent',
  method: 'GET',
  path: '/content/getlanguagecontent/:lang',
  summary: "All interface texts of the tenant in a language, in the tenant's form of address",
  caller: 'anyone',
  params: shape({ language: ['lang', z.string().max(40)] }),
  query: shape({
    own: ['eigene', z.literal('1').optional()], // only overrides
    areas: ['bereiche', z.string().max(400).optional()], // separated by commas
  }),
  answer: shape({
    language: ['Language', locale],
    texts: ['Texte', z.record(z.string(), z.string())], // by area.key; the client fills in {{name}}
  }),
  errors: ['not-found'],
})

const variableNames = z.array(z.string().max(60)).max(100).nullable() // null or empty: all
const variables = shape({
  variables: [
    'Variablen',
    z.array(shape({ name: ['Name', z.string()], value: ['Wert', z.string()] })),
  ],
})

export const showVariables = endpoint({
  name: 'showVariables',
  method: 'POST',
  path: '/content/variables',
  summary: "The tenant's variables that texts can name; names that nobody knows are left out",
  caller: 'anyone',
  body: variableNames,
  answer: variables,
  errors: [],
})

export const showAgentVariables = endpoint({
  name: 'showAgentVariables',
  method: 'POST',
  path: '/content/agenturvariables/:id',
  summary:
    'The variables of an agent whom customers can recommend through, or of an agency by its number',
  caller: 'anyone',
  params: shape({ id: ['id', z.string().max(80)] }),
  body: variableNames,
  answer: variables,
  errors: ['not-found'],
})
