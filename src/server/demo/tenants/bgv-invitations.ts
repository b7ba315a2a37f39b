import type { InvitationState } from '../../../domain/invitation.ts'

export type DemoInvitation = {
  by: string // the inviter's e-mail address
  firstName: string
  lastName: string
  email: string
  conversation: 'on-site' | 'by-phone'
  daysAgo: number
  state: InvitationState
}

const korbinian = 'korbinian.obermaier@obermaier-almbauer.example'
const vroni = 'vroni.almbauer@obermaier-almbauer.example'
const hannelore = 'hannelore@steinbrueckner.example'

export const bgvInvitations: DemoInvitation[] = [
  {
    by: korbinian,
    firstName: 'Notburga',
    lastName: 'Feichtlbauer',
    email: 'notburga.feichtlbauer@post.example',
    conversation: 'on-site',
    daysAgo: 2,
    state: 'sent',
  },
  {
    by: vroni,
    firstName: 'Ferdinand',
    lastName: 'Zirngibler',
    email: 'ferdinand.zirngibler@post.example',
    conversation: 'by-phone',
    daysAgo: 0,
    state: 'sent',
  },
  {
    by: vroni,
    firstName: 'Walburga',
    lastName: 'Hochrainer',
    email: 'walburga.hochrainer@post.example',
    conversation: 'on-site',
    daysAgo: 9,
    state: 'accepted',
  },
  {
    by: korbinian,
    firstName: 'Alois',
    lastName: 'Tannengruber',
    email: 'alois.tannengruber@post.example',
    conversation: 'by-phone',
    daysAgo: 12,
    state: 'withdrawn',
  },
  {
    by: vroni,
    firstName: 'Magdalena',
    lastName: 'Seewaldner',
    email: 'magdalena.seewaldner@post.example',
    conversation: 'by-phone',
    daysAgo: 24,
    state: 'expired',
  },
  {
    by: hannelore,
    firstName: 'Theodora',
    lastName: 'Lindwurmer',
    email: 'theodora.lindwurmer@post.example',
    conversation: 'on-site',
    daysAgo: 4,
    state: 'sent',
  },
]
