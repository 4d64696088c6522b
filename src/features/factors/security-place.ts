/** The element id of the card with the second factors on the profile page. */
export const SECURITY_PLACE = 'security'
