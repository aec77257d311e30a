/* eigen3.h: eigenvalues and eigenvectors of a symmetric 3 x 3 matrix. */
#ifndef SCREE_EIGEN3_H
#define SCREE_EIGEN3_H

/* The eigenvalues of the symmetric matrix m[6] = xx yy zz xy xz yz in ascending order, and its unit eigenvectors as the rows of
 * vector, a right-handed frame. Jacobi's rotations (Golub & Van Loan, Matrix Computations, 8.5) are exact for a diagonal m, and
 * keep the vectors orthogonal to rounding even if the values are close. Signs, and vectors of equal values, are arbitrary;
 * mass3_principal has rules for them. */
void eigen3(double value[3], double vector[3][3], const double m[6]);

#endif
