import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, text } from './fields.ts'
import { offer } from './produkt.ts'
import { shape } from './shape.ts'

export const category = shape({
  id: ['Id', z.string()], // the slug
  title: ['Titel', z.string()],
  description: ['Beschreibung', z.string()],
  icon: ['Icon', z.string()], // path of an SVG
  count: ['Anzahl', count],
  highestCents: ['MaxPraemieCent', cents],
  teaserCents: ['TeaserCent', cents], // 0: nothing promised
  teaserUpTo: ['TeaserBisZu', flag], // some offer earns less
  teaserText: ['TeaserText', z.string()], // what the amount is for; may be empty
})

const params = shape({ category: ['kategorie', text] })

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/produktkategorie',
  summary:
    'The categories that have offers, in their order; none where the tenant shows no categories',
  caller: 'anyone',
  answer: z.array(category),
  errors: ['unknown-product-api'],
})

export const categoryAnswer = shape({
  category: ['Kategorie', category],
  intro: ['Einleitung', z.string()],
  offers: ['Angebote', z.array(offer)],
  manufacturers: ['Hersteller', z.array(z.string())],
  classes: ['Klassen', z.array(z.string())],
  deviceTypes: ['Geraetetypen', z.array(z.string())],
  footnotes: [
    'Fussnoten',
    z.array(
      shape({
        id: ['Id', z.string()],
        identifier: ['Identifier', z.string()],
        group: ['Gruppe', z.string()],
        title: ['Titel', z.string()],
        content: ['Inhalt', z.string()], // safe HTML
      }),
    ),
  ],
})

export const showCategory = endpoint({
  name: 'showCategory',
  method: 'GET',
  path: '/produktkategorie/:kategorie',
  summary: 'A category with all of its offers, what they can be filtered by, and their footnotes',
  caller: 'anyone',
  params,
  answer: categoryAnswer,
  errors: ['unknown-category', 'unknown-product-api'],
})

export const listManufacturers = endpoint({
  name: 'listManufacturers',
  method: 'GET',
  path: '/produktkategorie/:kategorie/hersteller',
  summary: 'The manufacturers in a category, by name',
  caller: 'anyone',
  params,
  answer: z.array(z.string()),
  errors: ['unknown-category', 'unknown-product-api'],
})

export const showCategoryIcon = endpoint({
  name: 'showCategoryIcon',
  method: 'GET',
  path: '/produktkategorie/:kategorie/icon',
  summary: 'A small picture of a category',
  caller: 'anyone',
  params,
  query: shape({ mark: ['v', text.optional()] }),
  file: 'image/svg+xml',
  errors: ['unknown-category'],
})
