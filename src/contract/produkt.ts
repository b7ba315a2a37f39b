import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, text } from './fields.ts'
import { rewardOption } from './praemie.ts'
import { shape } from './shape.ts'

export const product = shape({
  id: ['Id', z.string()],
  externalId: ['ExterneId', z.string()],
  title: ['Titel', z.string()],
  category: ['Kategorie', z.string()],
  description: ['Beschreibung', z.string()],
  rewardOptions: ['Praemien', z.array(rewardOption)],
  rewardCents: ['PraemieCent', cents], // what an order of it earns in all, before the split
  recipientCapCents: ['MaxEmpfaengerPraemieCent', cents.nullable()],
  picture: ['Bild', z.string()],
  previewPicture: ['Vorschaubild', z.string()],
})

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/produkt',
  summary: 'The products that can be recommended',
  caller: 'anyone',
  answer: z.array(product),
  errors: ['unknown-product-api', 'unknown-category'],
})

export const showProduct = endpoint({
  name: 'showProduct',
  method: 'GET',
  path: '/produkt/:id',
  summary: 'One product',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  answer: product,
  errors: ['not-found'],
})

export const agent = shape({
  firstName: ['FirstName', z.string()],
  lastName: ['LastName', z.string()],
  zip: ['ZipCode', z.string()],
  city: ['City', z.string()],
  id: ['ExterneId', z.string()],
  photo: ['Foto', z.string()], // path of a picture
})

// A page of a list as the query says it; numbers come as text.
const pageNumber = z.coerce.number<string>().int().min(1).max(100_000)

export const searchAgents = endpoint({
  name: 'searchAgents',
  method: 'GET',
  path: '/produkt/berater',
  summary: 'Agents by name, zip or town, forgiving typing errors; all of them without a query',
  caller: 'anyone',
  query: shape({
    query: ['query', z.string().trim().max(100).optional()],
    page: ['page', pageNumber.optional()],
    pageSize: ['pagesize', pageNumber.max(50).optional()],
  }),
  answer: shape({
    agents: ['Content', z.array(agent)],
    hasNext: ['HasNext', flag],
    pageCount: ['PageCount', count],
    totalCount: ['TotalCount', count],
  }),
  errors: ['not-found'],
})

export const showAgent = endpoint({
  name: 'showAgent',
  method: 'GET',
  path: '/produkt/berater/:id',
  summary: 'One agent, by the number that the provider knows them by',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  answer: agent,
  errors: ['not-found'],
})

export const showAgentPhoto = endpoint({
  name: 'showAgentPhoto',
  method: 'GET',
  path: '/produkt/berater/:id/foto',
  summary: 'The picture of an agent; initials where there is none',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  errors: ['not-found'],
})
