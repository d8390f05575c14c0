/** Where a tab keeps what was typed to sign up (`typedRegistration.ts`). */
export const TYPED_REGISTRATION = 'quad-register';
