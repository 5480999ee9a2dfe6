/** Nothing here ships, so n8n's rules, in the folder above, are not for it. The rules of the house are in eslint.house.mjs. */
export default [{ ignores: ['**'] }];
