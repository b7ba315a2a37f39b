import type { SignOnPerson } from './make-provider.ts'

/** The demo provider's users: of both agencies, a new one, and one of no agency. */
export const signOnPeople: SignOnPerson[] = [
  {
    id: 'bv-korbinian-obermaier',
    firstName: 'Korbinian',
    lastName: 'Obermaier',
    email: 'korbinian.obermaier@obermaier-almbauer.example',
    agency: 'AG-1001',
    employee: 'M-101',
  },
  {
    id: 'bv-vroni-almbauer',
    firstName: 'Vroni',
    lastName: 'Almbauer',
    email: 'vroni.almbauer@obermaier-almbauer.example',
    agency: 'AG-1001',
    employee: 'M-102',
  },
  {
    id: 'bv-cem-yildirimlar',
    firstName: 'Cem',
    lastName: 'Yıldırımlar',
    email: 'cem@steinbrueckner.example',
    agency: 'AG-1002',
    employee: 'M-202',
  },
  {
    id: 'bv-ludwig-ganterer',
    firstName: 'Ludwig',
    lastName: 'Ganterer',
    email: 'ludwig.ganterer@obermaier-almbauer.example',
    agency: 'AG-1001',
    employee: 'M-150',
  },
  {
    id: 'bv-resi-wolkenfels',
    firstName: 'Resi',
    lastName: 'Wolkenfels',
    email: 'resi.wolkenfels@bergvogel.example',
    agency: 'AG-9999',
    employee: 'M-900',
  },
]
