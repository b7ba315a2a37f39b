import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, text } from './fields.ts'
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
