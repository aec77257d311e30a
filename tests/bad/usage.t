#!/bin/sh
# Options that make no sense: status 2, the program and the option named, a pointer to --help, and nothing on stdout.
. "$(dirname "$0")/../tap.sh"

bad() { # PATTERN WHAT COMMAND...
	bad_pat=$1 bad_what=$2
	shift 2
	fails 2 "^$1: $bad_pat.*$1 --help" "$bad_what" "$@"
	is "$bad_what: nothing is written" "$("$@" 2>/dev/null </dev/null)" ''
}
bad "option --radius: 'wide' is not a number" 'a word for a number' scree-shape cow --radius wide
bad "option --radius: '1x' is not a number" 'a number with a tail' scree-shape cow -r 1x
bad "option --radius: '' is not a number" 'nothing for a number' scree-shape cow -r ''
bad "option --radius: 'nan' is not a number" 'not a number' scree-shape cow -r nan
bad "option --radius: '1e999' is not a number" 'a number too large' scree-shape cow -r 1e999
bad "option --radius: '0x10' is not a number" 'a hexadecimal number' scree-shape cow -r 0x10
bad "option --number: '2.5' is not an integer" 'a fraction for an integer' scree-voronoi -n 2.5
bad "option --number: '99999999999999999999' is not an integer" 'an integer too large' scree-voronoi -n 99999999999999999999
bad "option --box: '3' is not two numbers" 'one number for two' scree-voronoi -n 2 --box 3
bad "option --box: '3,4,5' is not two numbers" 'three numbers for two' scree-voronoi -n 2 --box 3,4,5
bad "option --box: '3,,4' is not two numbers" 'a gap between numbers' scree-voronoi -n 2 --box 3,,4
bad 'option -n needs a value' 'a letter without its value' scree-voronoi -n
bad 'option --box needs a value' 'an option without its value' scree-voronoi --box
bad "unexpected operand 'b'" 'one operand too many' scree-set a b
finish
