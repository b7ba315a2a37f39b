import type { Company } from '../../../domain/company.ts'

export const telkoCompany = {
  form: 'gmbh',
  seat: 'Hamburg',
  court: 'Amtsgericht Hamburg',
  number: 'HRB 999330',
  directors: ['Nova Funkensprung', 'Ilja Lichtbogen'],
  chair: null,
  supervisoryChair: null,
  partner: null,
} satisfies Company

export const telkoVatId = 'DE999330280'
