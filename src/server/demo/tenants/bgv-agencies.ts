import type { DemoAgency } from './demo-tenant.ts'

const password = 'Sonnenschein-2026'

export const bgvAgencies: DemoAgency[] = [
  {
    number: 'AG-1001',
    name: 'Agentur Obermaier & Almbauer',
    email: 'agentur@obermaier-almbauer.example',
    phone: '+49 8031 99998 10',
    street: 'Innlände',
    houseNumber: '12',
    zip: '83022',
    city: 'Rosenheim',
    people: [
      {
        email: 'korbinian.obermaier@obermaier-almbauer.example',
        password,
        salutation: 'Herr',
        firstName: 'Korbinian',
        lastName: 'Obermaier',
        employeeNumber: 'M-101',
        agentId: 'A-1001',
      },
      {
        email: 'vroni.almbauer@obermaier-almbauer.example',
        password,
        salutation: 'Frau',
        firstName: 'Vroni',
        lastName: 'Almbauer',
        employeeNumber: 'M-102',
        agentId: 'A-1002',
      },
      {
        email: 'quirin.waldkofler@obermaier-almbauer.example',
        password,
        salutation: 'Herr',
        firstName: 'Quirin',
        lastName: 'Waldkofler',
        employeeNumber: 'M-103',
        agentId: 'A-1009',
      },
    ],
  },
  {
    number: 'AG-1002',
    name: 'Versicherungsbüro Steinbrückner',
    email: 'buero@steinbrueckner.example',
    phone: '+49 89 99998 720',
    street: 'Giesinger Anger',
    houseNumber: '3 a',
    zip: '81671',
    city: 'München',
    people: [
      {
        email: 'hannelore@steinbrueckner.example',
        password,
        salutation: 'Frau',
        firstName: 'Hannelore',
        lastName: 'Steinbrückner',
        employeeNumber: 'M-201',
        agentId: 'A-1004',
      },
      {
        email: 'cem@steinbrueckner.example',
        password,
        salutation: 'Herr',
        firstName: 'Cem',
        lastName: 'Yıldırımlar',
        employeeNumber: 'M-202',
        agentId: 'A-1003',
      },
      {
        email: 'joerg@steinbrueckner.example',
        password,
        salutation: 'Herr',
        firstName: 'Jörg',
        lastName: 'Müllenbach',
        employeeNumber: 'M-203',
        agentId: 'A-1005',
      },
    ],
  },
]
