/** A person as the service takes a contact. */
export const ADA = {
	email: 'ada@example.com',
	first_name: 'Ada',
	last_name: 'Byron',
	type: 'individual',
	dob: '1990-03-04',
	phone: '+61-412345678',
	gender: 'female',
	street: '12 Harbour Road',
	city: 'Sydney',
	postal_code: '2000',
	state: 'NSW',
	country: 'AU',
} as const;
