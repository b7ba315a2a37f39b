/** Keys for SECRET_KEY that a start outside the demo takes; the first is the test servers' own. Nothing real was kept with them. */
export const [testSecret, secondSecret, thirdSecret] = [
  'J5EQWwrWEkLWYBQk7U4n1kzvbJm3vR9sD0xuPqTzF2hYcG6aLoVi8eKtNBSM4dCX',
  'uX3vQ9hZkT1wRb7nJm5sYp2cLd8fGa6eWxVi4oBtKqNEzMH0yCSrPUDAJFgIOlZ1',
  'pD7kVb2xNq9tLw4zRj6mHc1sYf8gTe3aXuQoKiBnWZrJCEGMvySUPAhDFlOIdN50',
] as const
