/* eigen3.h: eigenvalues and eigenvectors of a symmetric matrix of three rows. */
#ifndef SCREE_EIGEN3_H
#define SCREE_EIGEN3_H

/* Eigenvalues in ascending order and unit eigenvectors, the rows of vector, of the symmetric matrix m[6] = xx yy zz xy
 * xz yz; a right-handed frame. By Jacobi's rotations (Golub & Van Loan, Matrix Computations, 8.5), which are exact
 * where m is diagonal and keep the vectors orthogonal to rounding however close the values are. Vectors of equal
 * values, and signs, are as they come: mass3_principal has rules. */
void eigen3(double value[3], double vector[3][3], const double m[6]);

#endif
