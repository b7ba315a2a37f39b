import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { shape } from './shape.ts'

// Flags under their wire names (spec section 3). Below 0 a sharing channel is off; else its position.
const place = z.int().default(-1)

export const tenantFlags = z.strictObject({
  ModuleIntegratedFrame: z.boolean().default(false),
  MandantUrl: z.string().default(''),
  EmpfehlenPath: z.string().default(''),
  EmpfehlenWebPage: z.string().default(''),
  ModuleEmailClient: place,
  ModuleFacebook: place,
  ModuleWhatsapp: place,
  ModuleXing: place,
  ModuleLinkedIn: place,
  ModuleTwitter: place,
  ModuleGmail: place,
  ModuleOutlook: place,
  ModuleYahoo: place,
  FacebookId: z.string().default(''),
  ModuleAgentRecommendation: z.boolean().default(false),
  ModuleStoringBankdata: z.boolean().default(true),
  AllowSelfRecommendation: z.boolean().default(false),
  ModuleCompanyRecommendation: z.boolean().default(false),
  IsAutologin: z.boolean().default(false),
  ModuleErstelleOfflineEmpfehlungCode: z.boolean().default(false),
  ModuleAdv: z.boolean().default(false),
  ForcedLogin: z.boolean().default(false),
  ModuleAuftragsdatumMindestalterTage: z.int().min(0).default(14),
  MaxEmpfaengerPraemieCent: z.int().min(0).nullable().default(null),
  ModuleNewsletterPermission: z.boolean().default(true),
  ModuleIBANNurDE: z.boolean().default(false),
  AgbCheckBoxAutoAccept: z.boolean().default(false),
  ShowProductCategory: z.boolean().default(false),
  EmailWhitelist: z.array(z.string()).default([]),
  RecommenderDefaultShare: z.int().min(0).max(100).default(100),
})
export type TenantFlags = z.output<typeof tenantFlags>

const localised = z.strictObject({ de: z.string(), en: z.string() })

/** The public part of a tenant's configuration. */
export const publicTenant = shape({
  code: ['Mandant', z.string()],
  name: ['Name', z.string()],
  legalName: ['Firma', z.string()],
  locales: ['Languages', z.array(z.enum(['de', 'en']))],
  address: ['Anrede', z.enum(['du', 'Sie'])],
  productApiType: ['ProductApiType', z.string()],
  apiRoute: ['ApiRoute', z.string()],
  trackings: ['Trackings', z.array(z.string())],
  contentApp: ['CmsAppName', z.string()],
  flags: ['Flags', tenantFlags],
  channels: ['Channels', z.array(z.string())],
  shares: ['Anteile', z.array(z.int())],
  referralDays: ['EmpfehlungGueltigTage', z.int()],
  contact: [
    'Kontakt',
    shape({
      email: ['Email', z.string()],
      phone: ['Telefon', z.string()],
      hours: ['Zeiten', localised],
    }),
  ],
})

export const showTenant = endpoint({
  name: 'showTenant',
  method: 'GET',
  path: '/mandant',
  summary: "The tenant's public configuration (served at /api/v1/mandant/{tenant})",
  caller: 'anyone',
  answer: publicTenant,
  errors: ['unknown-tenant'],
})
